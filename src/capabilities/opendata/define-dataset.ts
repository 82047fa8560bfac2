import { type Capability, defineCapability, type Published } from "../capability.ts";
import type { RestOffer } from "../offers.ts";
import { type DatasetServices, datasetInput } from "./dataset-content.ts";

type DatasetCapability<Answer> = Capability<typeof datasetInput, Answer>;

/** What differs from dataset to dataset. */
interface Dataset<Answer> extends Published<Answer, string> {
  readonly name: string;
  /** The file under `/api/opendata/`, and what its bytes are. */
  readonly file: NonNullable<RestOffer<Answer>["file"]> & { readonly name: string };
  readonly content: (services: DatasetServices) => Answer;
}

/** A capability that gives a dataset: a file that anybody may download, and that a cache may keep for an hour. */
export function defineDataset<Answer>(dataset: Dataset<Answer>): DatasetCapability<Answer> {
  const { name, title, description, output, content } = dataset;
  const { name: fileName, ...file } = dataset.file;
  return defineCapability({
    name,
    access: "public",
    input: datasetInput,
    published: { title, description, output },
    rest: [
      { method: "GET", path: `/api/opendata/${fileName}`, cost: { rows: ["rest_opendata_files"] }, maxAge: 300, file },
    ],
    run: (_input, services) => content(services),
  });
}
