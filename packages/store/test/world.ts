/** Stores on a real MongoDB engine. */
import { testBackends } from '@sluice/testing';
import { openStores, type Stores } from '../src/index.js';

/** The stores of one test file. */
export interface World {
  readonly stores: Stores;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const backends = await testBackends({ prepares: true });
  const stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  return {
    stores,
    close: async () => {
      await stores.close();
      await backends.stop();
    },
  };
}
