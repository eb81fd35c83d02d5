/** Downloads a file generated in the browser. */
export const downloadFile = (name: string, content: string, type: string): void =>
  downloadBlob(name, new Blob([content], { type: `${type};charset=utf-8` }))

export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the URL only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
