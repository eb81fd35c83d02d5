/** Whether this browser has a voice. */
export const canSpeak = (): boolean => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window

/** Says the words with the browser's own voice, one after another. */
export function say(words: string, volume: number): void {
  if (!canSpeak()) return
  const utterance = new SpeechSynthesisUtterance(words)
  utterance.volume = Math.min(1, Math.max(0, volume))
  window.speechSynthesis.speak(utterance)
}
