import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { departmentsQuery } from '../../people/departments/departments.port.ts'
import { useAllCadValues } from './cad-values-store.ts'
import type { Known } from './cad-values.form.ts'

/** The values and departments that a value may refer to, as far as they are loaded. */
export function useKnown(): Known {
  const { values } = useAllCadValues()
  const { data } = useQuery(departmentsQuery(true))
  return useMemo(() => {
    const departments = (data ?? []).map(({ departmentId, name }) => ({ value: departmentId, label: name }))
    return { values: values ?? [], departments }
  }, [values, data])
}
