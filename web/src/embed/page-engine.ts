// The engine on the page's own thread, in slices, for pages whose policy lets no worker of ours run.
import { createEngine } from '../engine/models';
import { panic } from '../engine/panic';
import { serve } from '../engine/serve';

/** Answers requests on a port; gives what ends that. */
export function answer(port: MessagePort): () => void {
  const engine = createEngine();
  serve(Promise.resolve(engine), panic, port);
  port.start();
  return () => {
    port.close();
    engine.close();
  };
}
