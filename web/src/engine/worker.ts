import { here, panic } from './here';
import { serve } from './serve';

serve(Promise.resolve(here()), panic);
