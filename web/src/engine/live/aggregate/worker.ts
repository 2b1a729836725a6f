import module from '../../pkg/zfs-migration/pathlength_web_bg.wasm?url';
import { serve } from '../../serve';
import { panic } from '../../panic';
import { load } from './aggregates';

serve(load(new URL(module, import.meta.url)), panic);
