import { filledBy, useFields } from '../../fields/fields.port.ts'
import { openAct, type FieldsAct as Act } from './acts.ts'
import { useRecordHost } from '../record-host.ts'
import { PanelFact } from '../../../../panels/PanelParts.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'

/** For fields of the record that units fill in; nothing where the community has none. */
export function FieldsAct(props: Omit<Act, 'kind'>) {
  const { fields } = useFields()
  const { hasActs } = useRecordHost()
  if (!hasActs || filledBy(fields ?? [], props.of, props.filler).length === 0) return null
  return (
    <PanelFact name="Fields">
      <TextButton ml={-4} onClick={() => openAct({ kind: 'fields', ...props })}>
        Fill in
      </TextButton>
    </PanelFact>
  )
}
