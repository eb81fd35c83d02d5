/** Reads a secret once and leaves nothing behind that another resource could read. */
export function takeSecret(convar: string): string {
  const secret = GetConvar(convar, '')
  if (secret !== '') SetConvar(convar, '')
  return secret
}
