import { createEngine } from './models';
import { panic } from './panic';
import { serve } from './serve';

serve(Promise.resolve(createEngine()), panic);
