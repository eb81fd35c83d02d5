/** Discord's answer in the address it sends the browser to: a code, or the reason for none. */
export type DiscordAnswer = { readonly code: string; readonly state: string } | { readonly error: string }

let answer: DiscordAnswer | null = null

/** Moves Discord's answer from the address into memory. False if the address has none. */
export function keepAnswer(search: string): boolean {
  const given = new URLSearchParams(search)
  const [code, state, error] = [given.get('code'), given.get('state'), given.get('error')]
  if (error !== null) answer = { error }
  else if (code !== null && state !== null) answer = { code, state }
  return given.size > 0
}

/** Can be taken once. */
export function takeAnswer(): DiscordAnswer | null {
  const taken = answer
  answer = null
  return taken
}
