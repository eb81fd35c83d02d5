import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's second recommendation: 19 MiB, two passes. Twenty concurrent sign-ins still fit a small machine. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

let decoy: Promise<string> | undefined

/** Takes equally long for an unknown account: the password is then checked against a decoy hash. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(18).toString('base64'))
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== undefined
}

export const newToken = (): string => randomBytes(32).toString('base64url')
export const newApiKey = (kind: string): string => `${kind}_${randomBytes(24).toString('base64url')}`

/** Tokens and keys are long and random, so one fast hash is enough to make a stolen table useless. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** An alphabet without lookalikes, for codes that people type or read aloud. */
export function readableCode(length: number): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}
