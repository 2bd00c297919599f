// A disk that counts the bytes that go through it.
import { nodeDisk } from '../../dist/platform/index.js';

export function createCountingDisk() {
  const counted = { read: 0, written: 0 };
  const countRead = (/** @type {Buffer} */ data) => {
    counted.read += data.length;
    return data;
  };
  /** @type {import('../../dist/platform/index.js').Disk} */
  const disk = {
    ...nodeDisk,
    read: (file) => countRead(nodeDisk.read(file)),
    readFrom: (file, offset) => countRead(nodeDisk.readFrom(file, offset)),
    create(file, data, mode) {
      counted.written += Buffer.byteLength(data);
      nodeDisk.create(file, data, mode);
    },
    append(file, data) {
      counted.written += Buffer.byteLength(data);
      nodeDisk.append(file, data);
    },
  };
  return { disk, counted };
}
