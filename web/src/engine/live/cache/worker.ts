import module from '../../pkg/live/pathlength_live_wasm_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../panic';
import { load } from './caches';

serve(load(new URL(module, import.meta.url)), panic);
