/** The viewer's time zone, in which moments are shown. Browsers that hide it give none, or one nobody knows. */
export function timeZone(): string {
  const { timeZone: name } = Intl.DateTimeFormat().resolvedOptions()
  return !name || name === 'Etc/Unknown' ? 'UTC' : name
}
