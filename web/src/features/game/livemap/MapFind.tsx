import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { endsLikePostal, NO_POSTAL_LIST, useLacksPostals } from '../../../map/postals.queries.ts'
import { Key } from '../../../ui/Key.tsx'
import { find, type Findable, type Found } from './find.ts'
import classes from './MapFind.module.css'

type MapFindProps = {
  serverId: number
  field: RefObject<HTMLInputElement | null>
  /** The units, calls, postals and places that can be found now; read on every key press. */
  findable: () => Findable
  onFound: (found: Found) => void
  /** Moves focus back to the map. */
  onLeave: () => void
}

/** Finds units, calls, postals and places; Enter goes to the first. */
export function MapFind({ serverId, field, findable, onFound, onLeave }: MapFindProps) {
  const combobox = useCombobox()
  const [text, setText] = useState('')
  const lacksPostals = useLacksPostals(serverId)
  const results = combobox.dropdownOpened ? find(text, findable()) : []
  // After the results are rendered: Enter right after the last letter takes the first of them.
  const markFirst = useEffectEvent(() => void combobox.selectFirstOption())
  useEffect(() => markFirst(), [text])
  const choose = (key: string) => {
    const found = results.find((each) => each.key === key)
    setText('')
    combobox.closeDropdown()
    if (found) onFound(found)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} offset={4} shadow="md" position="bottom-start" width={300}>
      <Combobox.Target>
        <TextInput
          ref={field}
          className={classes.find}
          size="xs"
          aria-label="Find on the map"
          placeholder="Unit, call, postal, place…"
          leftSection={<IconSearch size={15} aria-hidden />}
          rightSection={text === '' && <Key>/</Key>}
          rightSectionPointerEvents="none"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            if (currentTarget.value.trim() === '') combobox.closeDropdown()
            else combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDownCapture={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setText('')
            combobox.closeDropdown()
            onLeave()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes.results}>
          {results.map(({ key, title, detail }) => (
            <Combobox.Option key={key} value={key} className={classes.option}>
              <Text span size="sm" fw={600} truncate>
                {title}
              </Text>
              <span className={classes.detail}>{detail}</span>
            </Combobox.Option>
          ))}
          {results.length === 0 && (
            <Combobox.Empty className={classes.nothing}>
              {lacksPostals && endsLikePostal(text) ? NO_POSTAL_LIST : 'Nothing on the map matches'}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
