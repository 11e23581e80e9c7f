import express from 'express';
import { Socket, type AddressInfo } from 'node:net';
import { bodyReader } from './read-request.js';

it('the body of a request whose sender has disconnected is never read as empty', async () => {
  const sender = new Socket();
  const read = new Promise((resolve, reject) => {
    const app = express().use((request, response) => {
      // As under load: the request is read only after its sender has disconnected.
      request.socket.once('close', () => void bodyReader(4)(request, response).then(resolve, reject));
      sender.resetAndDestroy();
    });
    const server = app.listen(0, '127.0.0.1', () => {
      sender.once('close', () => server.close());
      sender.connect((server.address() as AddressInfo).port, '127.0.0.1');
      sender.write(
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{}  ',
      );
    });
  });
  await expect(read).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
