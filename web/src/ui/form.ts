import { useForm, type UseFormReturnType } from '@mantine/form'
import { useEffect, useState, type SyntheticEvent } from 'react'
import type { z } from 'zod'
import { errorInfo, type ErrorInfo } from './error-info.ts'
import { fieldOfError, schemaErrors } from './form-errors.ts'

type FormSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>

export type ZodForm<S extends FormSchema> = UseFormReturnType<z.input<S>> & {
  /** The error that belongs to no field; render it with FormError. */
  readonly failure: ErrorInfo | null
  readonly setFailure: (failure: ErrorInfo | null) => void
  /** The fields whose values are not the initial ones. */
  readonly changedFields: () => string[]
  /** For `<form onSubmit>`: validates, then passes on the schema's output; a rejection becomes a form error. */
  readonly submit: (save: (values: z.output<S>) => unknown) => (event: SyntheticEvent<HTMLFormElement>) => void
}

/** A form bound to a contract schema, so that fields show what the server would reject. */
export function useZodForm<S extends FormSchema>(schema: S, initialValues: z.input<S>): ZodForm<S> {
  const form = useForm<z.input<S>>({ initialValues, validateInputOnBlur: false })
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [refused, setRefused] = useState<{ readonly element: HTMLFormElement } | null>(null)
  useEffect(() => {
    if (refused) focusAgain(refused.element)
  }, [refused])

  const run = async (element: HTMLFormElement, save: (values: z.output<S>) => unknown) => {
    const values = form.getValues()
    setFailure(null)
    const errors = schemaErrors(schema, values)
    const parsed = schema.safeParse(values)
    if (!parsed.success) {
      form.setErrors(errors)
      if (errors['']) setFailure({ message: errors[''] })
      return setRefused({ element })
    }
    form.clearErrors()
    form.setSubmitting(true)
    try {
      await save(parsed.data)
    } catch (error) {
      const info = errorInfo(error)
      const field = fieldOfError(values, info)
      if (field === null) setFailure(info)
      else form.setErrors({ [field]: info.message })
      setRefused({ element })
    } finally {
      form.setSubmitting(false)
    }
  }

  const submit: ZodForm<S>['submit'] = (save) => (event) => {
    event.preventDefault()
    // A second Enter while saving would save twice.
    if (!form.submitting) void run(event.currentTarget, save)
  }
  const changedFields = () => Object.keys(form.getValues()).filter((field) => form.isDirty(field))
  return { ...form, failure, setFailure, changedFields, submit }
}

/** To the first invalid field, in the order of the page. A button loses the focus while it is disabled: without such a field it gets it back. */
function focusAgain(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')
  if (invalid) invalid.focus()
  else if (document.activeElement === document.body) form.querySelector<HTMLElement>('button[type="submit"]')?.focus()
}
