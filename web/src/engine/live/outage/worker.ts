import module from '../../pkg/journaling/pathlength_web_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../../panic';
import { load } from './outage';

serve(load(new URL(module, import.meta.url)), panic);
