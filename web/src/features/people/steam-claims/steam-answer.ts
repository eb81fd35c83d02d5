let kept = ''

/** Moves Steam's answer from the address into memory. False if the address has none. */
export function keepSteamAnswer(search: string): boolean {
  if (search === '') return false
  kept = search
  return true
}

/** Can be taken once. */
export function takeSteamAnswer(): URLSearchParams {
  const taken = new URLSearchParams(kept)
  kept = ''
  return taken
}
