import { fileURLToPath } from 'node:url';
import { build, type Plugin, runnerImport } from 'vite';
import { findScripts } from './vite.first-load.ts';

type Landing = typeof import('./src/features/landing/landing.html.tsx');

function getFile(name: string): string {
  return fileURLToPath(new URL(`./src/features/landing/${name}`, import.meta.url));
}

/** Builds what the start page keeps of a script; apart from the application, so that they share no file. */
async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: getFile('landing.script.ts') },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (!chunk) throw new Error('The script of the start page was not built');
  return chunk.code;
}

/**
 * Writes the start page as HTML, drawn by the components of the application. The server sends it to whoever comes without
 * a session.
 */
export function landingPage(): Plugin {
  return {
    name: 'landing-page',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html');
      const document = String(page.source);
      const script = this.emitFile({ type: 'asset', name: 'landing.js', source: await buildScript() });
      const { module } = await runnerImport<Landing>(getFile('landing.html.tsx'), { configFile: false });
      const source = module.renderLanding(document, {
        script: this.getFileName(script),
        application: findScripts(bundle, { document, module: 'routes/login-page.tsx' }),
      });
      this.emitFile({ type: 'asset', fileName: 'landing.html', source });
    },
  };
}
