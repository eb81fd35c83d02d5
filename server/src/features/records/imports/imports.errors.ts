/** The file as a whole can't be imported; the message says why. */
export class UnreadableFile extends Error {}
