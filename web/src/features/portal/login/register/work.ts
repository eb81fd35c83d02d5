/** SHA-256 of a short text, its first 32 bits. The browser's own is not there without HTTPS, and too slow for very many short texts. */
export function firstBits(text: string): number {
  const bytes = new TextEncoder().encode(text)
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const hash = [...START]
  const words = new Uint32Array(64)
  for (let block = 0; block < blocks; block += 1) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(block * 64 + index * 4)
    for (let index = 16; index < 64; index += 1) {
      const [near, far] = [at(words, index - 2), at(words, index - 15)]
      const s0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)
      const s1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10)
      words[index] = (at(words, index - 16) + s0 + at(words, index - 7) + s1) | 0
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
    for (let index = 0; index < 64; index += 1) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const first = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, index) + at(words, index)) | 0
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (at(hash, index) + value) | 0
  }
  return at(hash, 0) >>> 0
}

const at = (numbers: ArrayLike<number>, index: number): number => numbers[index] ?? 0
const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by))
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0
const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter((value, _, all) =>
  all.every((by) => by >= value || value % by > 0),
)
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const A_TURN = 4000
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The first number whose text has this many leading zero bits in its hash. The page stays usable meanwhile. */
export async function findNonce(textOf: (nonce: number) => string, bits: number): Promise<number> {
  for (let nonce = 0; ; nonce += 1) {
    if (firstBits(textOf(nonce)) >>> (32 - bits) === 0) return nonce
    if (nonce % A_TURN === A_TURN - 1) await nextTurn()
  }
}
