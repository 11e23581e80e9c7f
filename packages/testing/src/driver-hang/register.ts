/**
 * Loaded into a service's process (`node --import`): destroys the socket of some of its commands to MongoDB between their
 * serialisation and their write, whereupon the driver never settles them. HANG_AT names which, counted from 1.
 */
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection');
const hangAt = new Set((process.env.HANG_AT ?? '').split(',').map(Number));
const kinds = ['find', 'insert', 'update', 'findAndModify', 'aggregate'];
const { writeCommand } = Connection.prototype;
let commands = 0;

Connection.prototype.writeCommand = function (command, options) {
  if (kinds.some((kind) => command.command?.[kind] !== undefined)) commands += 1;
  else return writeCommand.call(this, command, options);
  if (hangAt.delete(commands)) {
    const toBin = command.toBin.bind(command);
    command.toBin = async () => {
      const bytes = await toBin();
      this.socket.destroy();
      await pause(0);
      return bytes;
    };
  }
  return writeCommand.call(this, command, options);
};
