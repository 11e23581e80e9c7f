/** A Redis for the tests of one file, and connections to it as processes have them. */
import { producerConnection, silentLogger } from '@sluice/process';
import { duringTests, testBackends } from '@sluice/testing';
import { once } from 'node:events';

type Connection = ReturnType<typeof producerConnection>;

async function openRedis() {
  const backends = await testBackends();
  const opened: Connection[] = [];
  return {
    /** A connection of its own; with `url`, to another Redis. */
    async connected(url = backends.redisUrl): Promise<Connection> {
      const connection = producerConnection(url, silentLogger);
      opened.push(connection);
      if (connection.status !== 'ready') await once(connection, 'ready');
      return connection;
    },
    async close(): Promise<void> {
      for (const connection of opened) connection.disconnect();
      await backends.stop();
    },
  };
}

export const redisDuringTests = () => duringTests(openRedis);
