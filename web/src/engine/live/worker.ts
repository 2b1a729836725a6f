import module from '../pkg/zfs-directories-rest/pathlength_web_bg.wasm?url';
import { serve } from '../serve';
import { load } from './directories';
import { panic } from '../panic';

serve(load(new URL(module, import.meta.url)), panic);
