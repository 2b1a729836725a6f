import module from '../../pkg/disk-path-rest/pathlength_web_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../../panic';
import { load } from './caches';

serve(load(new URL(module, import.meta.url)), panic);
