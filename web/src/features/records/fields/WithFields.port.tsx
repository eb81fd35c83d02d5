import type { Field } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { PageError } from '../../../ui/PageStates.tsx'
import { reloadFields, useFields } from './fields-store.ts'

type WithFieldsProps = { title: string; onClose: () => void; children: (fields: readonly Field[]) => ReactNode }

/** A dialog that needs to know the fields: it would save a form without those that are not loaded yet. */
export function WithFields({ title, onClose, children }: WithFieldsProps) {
  const { fields, error } = useFields()
  if (fields) return children(fields)
  return (
    <FormModal title={title} onClose={onClose}>
      {error === undefined ? <CardLoading rows={5} /> : <PageError error={error} onRetry={reloadFields} />}
    </FormModal>
  )
}
