import fc from 'fast-check';
import { MessageFramer } from './message-framer.js';
import { MAX_MESSAGE_BYTES } from './message.js';

function messageOf(bodyBytes: number, fill: number): Buffer {
  const message = Buffer.alloc(16 + bodyBytes, fill);
  message.writeInt32LE(message.length, 0);
  return message;
}

describe('MessageFramer', () => {
  it('returns every message whole and in order, for any fragmentation of the stream', () => {
    const sizes = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });
    const cuts = fc.array(fc.nat({ max: 2_500 }), { maxLength: 30 });
    fc.assert(
      fc.property(sizes, cuts, (bodies, cutsAt) => {
        const sent = bodies.map((bytes, i) => messageOf(bytes, i + 1));
        const stream = Buffer.concat(sent);
        const framer = new MessageFramer();
        const received: Buffer[] = [];
        const edges = [0, ...cutsAt.filter((at) => at < stream.length).sort((a, b) => a - b), stream.length];
        edges
          .slice(1)
          .forEach((end, i) => framer.push(Buffer.from(stream.subarray(edges[i], end)), received));
        expect(received).toEqual(sent);
      }),
    );
  });

  it('refuses a length below a header and above the limit of a MongoDB server', () => {
    for (const bytes of [0, 15, -1, MAX_MESSAGE_BYTES + 1]) {
      const head = Buffer.alloc(16);
      head.writeInt32LE(bytes, 0);
      expect(() => new MessageFramer().push(head, [])).toThrow(RangeError);
    }
  });
});
