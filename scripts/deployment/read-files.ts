import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

export const KUBERNETES = 'deploy/kubernetes';
export const COMPOSE = 'deploy/compose.yaml';

/** An object of a cluster, as its manifest describes it. */
export interface Manifest {
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind has another; their schemas check them.
  spec: any;
  data?: Record<string, string>;
}

interface Kustomization {
  resources: string[];
  images: { name: string; newName: string; newTag: string }[];
}

/** Reads a file of YAML as 1.2 and 1.1 understand it alike: no text is a number or an answer to one of them alone. */
export function readYaml(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  const read = parse(text, { merge: true }) as unknown;
  if (JSON.stringify(read) !== JSON.stringify(parse(text, { version: '1.1' }) as unknown))
    throw new Error(`${file} means something else to a reader of YAML 1.1.`);
  return read;
}

/** Gives the objects that `kubectl kustomize` would: the manifests in order, with the images that it names. */
export function readKustomization(): { files: string[]; manifests: Manifest[] } {
  const { resources, images } = readYaml(path.join(KUBERNETES, 'kustomization.yaml')) as Kustomization;
  const manifests = resources.map((file) => readYaml(path.join(KUBERNETES, file)) as Manifest);
  for (const container of manifests.flatMap(containersOf)) {
    const known = images.find(({ name }) => name === container.image);
    if (known) container.image = `${known.newName}:${known.newTag}`;
  }
  return { files: resources, manifests };
}

/** A container of a pod, as far as the tests read it. */
interface Container {
  name: string;
  image: string;
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
  securityContext: unknown;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

/** Gives the containers of an object that makes pods; none of another. */
export function containersOf({ spec }: Manifest): Container[] {
  const pod = spec?.template?.spec as { containers?: Container[] } | undefined;
  return pod?.containers ?? [];
}

/** A service of compose.yaml, as far as the tests read it. */
interface Service {
  image?: string;
  command?: string[];
  env_file?: string;
  environment: Record<string, string>;
  networks?: { default: { aliases: string[] } };
  ports?: string[];
}

/** Reads the services of compose.yaml, each with the whole of its environment. */
export function readCompose(): Record<string, Service> {
  const { services } = readYaml(COMPOSE) as { services: Record<string, Service> };
  for (const service of Object.values(services)) {
    const file = service.env_file;
    const read = file === undefined ? {} : parseEnv(readFileSync(path.join(path.dirname(COMPOSE), file), 'utf8'));
    service.environment = { ...(read as Record<string, string>), ...service.environment };
  }
  return services;
}
