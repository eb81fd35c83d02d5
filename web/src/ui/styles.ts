import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
// The layered build, so that our own rules win whatever the order lazy chunks load in.
import '@mantine/core/styles.layer.css'
import './tokens.css'
import './global.css'
