import module from '../../pkg/live/file_pool/pathlength_live_wasm_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../panic';
import { load } from './servers';

serve(load(new URL(module, import.meta.url)), panic);
