import { ActionIcon } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { toggleCadTheme, useCadTheme } from './theme.ts'

export function ThemeToggle({ className, size = 36 }: { className?: string; size?: number }) {
  const isDark = useCadTheme() === 'cad-dark-theme'
  const label = isDark ? 'Use the light theme' : 'Use the dark theme'
  const Sign = isDark ? IconSun : IconMoon
  return (
    <ActionIcon variant="subtle" color="gray" size={size} className={className} aria-label={label} title={label} onClick={toggleCadTheme}>
      <Sign size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
