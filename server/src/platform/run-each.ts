/** Runs the steps in order, even if some fail, and rejects at the end with the errors. */
export async function runEach(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${steps.length} steps failed`)
}
