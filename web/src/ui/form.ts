import { useForm, type UseFormReturnType } from '@mantine/form'
import { useEffect, useState, type SyntheticEvent } from 'react'
import type { z } from 'zod'
import { errorInfo, type ErrorInfo } from './error-info.ts'
import { fieldOfError, schemaErrors } from './form-errors.ts'

type FormSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>

export type ZodForm<S extends FormSchema> = UseFormReturnType<z.input<S>> & {
  /** What failed and belongs to no field; draw it with FormError. */
  readonly failure: ErrorInfo | null
  readonly setFailure: (failure: ErrorInfo | null) => void
  /** For `<form onSubmit>`: checks, then hands over what the schema made of the values; a rejection becomes an error on the form. */
  readonly submit: (save: (values: z.output<S>) => unknown) => (event: SyntheticEvent<HTMLFormElement>) => void
}

/** A form bound to a schema of the contract: what the server would refuse, the field says first. */
export function useZodForm<S extends FormSchema>(schema: S, initialValues: z.input<S>): ZodForm<S> {
  const form = useForm<z.input<S>>({ initialValues, validateInputOnBlur: false })
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [refused, setRefused] = useState<{ readonly element: HTMLFormElement } | null>(null)
  useEffect(() => {
    if (refused) focusFirstInvalid(refused.element)
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
      if (field === null) return setFailure(info)
      form.setErrors({ [field]: info.message })
      setRefused({ element })
    } finally {
      form.setSubmitting(false)
    }
  }

  const submit: ZodForm<S>['submit'] = (save) => (event) => {
    event.preventDefault()
    // A second Enter while the first is on its way would save twice.
    if (!form.submitting) void run(event.currentTarget, save)
  }
  return { ...form, failure, setFailure, submit }
}

/** In the order the fields have on the page, which is the order they are filled in. */
function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')?.focus()
}
