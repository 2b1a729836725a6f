import module from '../../pkg/models/journal/pathlength_wasm_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../panic';
import { load } from './loads';

serve(load(new URL(module, import.meta.url)), panic);
