/** One who connected with a key, and whether they were let in. */
export type Admission = {
  readonly apiKey: string
  readonly refusal: { readonly code: string; readonly status: number; readonly message: string } | null
  readonly milliseconds: number
  readonly requestId: string
}
