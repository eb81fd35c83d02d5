/** The schema of a call's body, for a form that has the same fields. */
export function bodyOf<B>({ body }: { readonly body?: B | undefined }): B {
  if (body === undefined) throw new Error('This call has no body')
  return body
}
