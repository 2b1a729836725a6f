import module from '../../pkg/zfs-directories-rest/pathlength_web_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../../panic';
import { load } from './locks';

serve(load(new URL(module, import.meta.url)), panic);
