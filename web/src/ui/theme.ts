import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import type { KeyboardEvent } from 'react'

/** Mantine needs ten shades per colour; styles use the tokens, so these only matter where Mantine computes colours in script. */
const accent: MantineColorsTuple = [
  '#e9f2fe',
  '#dcebfd',
  '#b5d3f7',
  '#8bbbf3',
  '#4c9dff',
  '#2d7fe0',
  '#0b63ce',
  '#0954b0',
  '#084692',
  '#063872',
]
const danger: MantineColorsTuple = [
  '#fdecec',
  '#fbdcdc',
  '#f2baba',
  '#ea9494',
  '#ff6b6b',
  '#d63b3b',
  '#b91c1c',
  '#9f1616',
  '#861212',
  '#6d0e0e',
]

const TOKEN_COLOURS: Record<string, string> = { accent: 'accent', danger: 'danger', red: 'danger' }

/** Buttons and badges in our own colours use the tokens, so that one class on the page changes the theme. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const token = TOKEN_COLOURS[input.color ?? input.theme.primaryColor]
  if (!token) return defaultVariantColorsResolver(input)
  const own = `var(--${token})`
  const clear = { border: '1px solid transparent' }
  switch (input.variant) {
    case 'filled':
      return { background: own, hover: `var(--${token}-hover)`, color: `var(--on-${token})`, ...clear }
    case 'light':
      return {
        background: `var(--${token}-tint)`,
        hover: `var(--${token}-tint-hover)`,
        color: own,
        ...clear,
      }
    case 'outline':
      return { background: 'transparent', hover: `var(--${token}-wash)`, color: own, border: `1px solid ${own}` }
    case 'subtle':
    case 'transparent':
      return { background: 'transparent', hover: input.variant === 'subtle' ? 'var(--raised)' : 'transparent', color: own, ...clear }
    default:
      return defaultVariantColorsResolver(input)
  }
}

/** Focus enters a menu a moment after it opens. Until then Escape is pressed on its button, where the library ignores it. */
function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Escape' && currentTarget.getAttribute('aria-expanded') === 'true') currentTarget.click()
}

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  colors: { accent, danger },
  variantColorResolver,
  autoContrast: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '10px' },
  defaultRadius: 'md',
  headings: {
    fontFamily: 'var(--sans)',
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3', fontWeight: '680' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5', fontWeight: '620' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.5', fontWeight: '620' },
    },
  },
  shadows: { xs: 'none', sm: 'var(--shadow)', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Select: { defaultProps: { checkIconPosition: 'right', nothingFoundMessage: 'Nothing matches' } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
        // A <header> element, which outside the page's own sections would count as a second banner.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    MenuTarget: { defaultProps: { onKeyDown: closeOnEscape } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: false } } },
    // Text of every size has the line height of the page.
    Text: { vars: () => ({ root: { '--text-lh': '1.5' } }) },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

/** Points Mantine's own variables at the tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const surfaces = {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-muted)',
    '--mantine-color-placeholder': 'var(--text-faint)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-success': 'var(--available)',
    '--mantine-color-default': 'var(--panel)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--text-faint)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    ...colourVariables('accent'),
    ...colourVariables('danger'),
  }
  const light = {
    '--mantine-color-gray-0': 'var(--raised)',
    '--mantine-color-gray-1': 'var(--raised)',
    '--mantine-color-gray-2': 'var(--line)',
    '--mantine-color-gray-3': 'var(--line)',
    '--mantine-color-gray-4': 'var(--control-line)',
    '--mantine-color-gray-5': 'var(--text-faint)',
    '--mantine-color-gray-6': 'var(--text-muted)',
    '--mantine-color-gray-7': 'var(--text-muted)',
  }
  const dark = {
    '--mantine-color-dark-0': 'var(--text)',
    '--mantine-color-dark-1': 'var(--text-muted)',
    '--mantine-color-dark-2': 'var(--text-muted)',
    '--mantine-color-dark-3': 'var(--text-faint)',
    '--mantine-color-dark-4': 'var(--control-line)',
    '--mantine-color-dark-5': 'var(--raised)',
    '--mantine-color-dark-6': 'var(--panel)',
    '--mantine-color-dark-7': 'var(--panel)',
    '--mantine-color-dark-8': 'var(--sunken)',
  }
  return { variables: {}, light: { ...surfaces, ...light }, dark: { ...surfaces, ...dark } }
}

const colourVariables = (name: 'accent' | 'danger'): Record<`--${string}`, string> => ({
  [`--mantine-color-${name}-text`]: `var(--${name})`,
  [`--mantine-color-${name}-filled`]: `var(--${name})`,
  [`--mantine-color-${name}-filled-hover`]: `var(--${name}-hover)`,
  [`--mantine-color-${name}-light`]: `var(--${name}-tint)`,
  [`--mantine-color-${name}-light-hover`]: `var(--${name}-tint-hover)`,
  [`--mantine-color-${name}-light-color`]: `var(--${name})`,
  [`--mantine-color-${name}-outline`]: `var(--${name})`,
  [`--mantine-color-${name}-outline-hover`]: `var(--${name}-wash)`,
})
