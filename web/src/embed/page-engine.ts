// The engine on the page's own thread, in chunks, for pages whose policy allows no worker.
import { createEngine } from '../engine/models';
import { panic } from '../engine/panic';
import { serve } from '../engine/serve';

/** Answers requests on a port until the returned function is called. */
export function answer(port: MessagePort): () => void {
  const engine = createEngine();
  serve(Promise.resolve(engine), panic, port);
  port.start();
  return () => {
    port.close();
    engine.close();
  };
}
