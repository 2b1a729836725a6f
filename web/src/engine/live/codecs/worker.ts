import module from '../../pkg/tape/pathlength_web_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../../panic';
import { load } from './codecs';

serve(load(new URL(module, import.meta.url)), panic);
