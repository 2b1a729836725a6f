import module from '../../pkg/network/pathlength_web_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../../panic';
import { load } from './networks';

serve(load(new URL(module, import.meta.url)), panic);
