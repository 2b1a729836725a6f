import { serve } from './serve';
import { stub } from './stub';

serve(Promise.resolve(stub), () => undefined);
