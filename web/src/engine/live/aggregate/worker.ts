import module from '../../pkg/live/aggregate/pathlength_live_wasm_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../panic';
import { load } from './aggregates';

serve(load(new URL(module, import.meta.url)), panic);
