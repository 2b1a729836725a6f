import { load, panic } from './models';
import module from './pkg/pathlength_wasm_bg.wasm?url';
import { serve } from './serve';

serve(load(new URL(module, import.meta.url)), panic);
