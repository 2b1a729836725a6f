import module from '../../pkg/file-pool-rest/pathlength_web_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../../panic';
import { load } from './servers';

serve(load(new URL(module, import.meta.url)), panic);
