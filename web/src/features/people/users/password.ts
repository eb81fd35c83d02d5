/** Without 0 and o, 1 and l, and i, which are easily confused when read out or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** 'k7fw-9mqt-hx3r-wz2p': 79 bits, in groups that are easy to read out. */
export function generatePassword(random: RandomBytes = (bytes) => crypto.getRandomValues(bytes)): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => randomCharacter(random)).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

function randomCharacter(random: RandomBytes): string {
  // Larger bytes are rejected, because taking the remainder would favour the first letters.
  const limit = 256 - (256 % ALPHABET.length)
  const bytes = new Uint8Array(1)
  for (;;) {
    const byte = random(bytes)[0] ?? limit
    if (byte < limit) return ALPHABET.charAt(byte % ALPHABET.length)
  }
}
