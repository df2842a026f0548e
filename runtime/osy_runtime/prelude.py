"""Classes of the platform that are written in the language itself; a program's own class of the same name wins."""

import re

TEXT = """
class HttpHeader { public string Name = ""; public string Value = ""; }

class HttpResponse {
  public int StatusCode = 200;
  public string Body = "";
  public byte[]? Bytes;
  public List<HttpHeader>? Headers;
  public bool IsSuccess => StatusCode >= 200 && StatusCode <= 299;
}

enum JsonIgnoreCondition { Never, Always, WhenWritingDefault, WhenWritingNull }

class JsonSerializerOptions {
  public JsonIgnoreCondition DefaultIgnoreCondition = JsonIgnoreCondition.Never;
  public bool EnumsAsNames;
  public bool WriteIndented;
}

[Flags]
enum RegexOptions {
  None = 0, IgnoreCase = 1, Multiline = 2, ExplicitCapture = 4, Compiled = 8, Singleline = 16,
  IgnorePatternWhitespace = 32, RightToLeft = 64, ECMAScript = 256, CultureInvariant = 512, NonBacktracking = 1024
}

enum StringComparison {
  CurrentCulture, CurrentCultureIgnoreCase, InvariantCulture, InvariantCultureIgnoreCase, Ordinal, OrdinalIgnoreCase
}

[Flags]
enum StringSplitOptions { None = 0, RemoveEmptyEntries = 1, TrimEntries = 2 }

enum DateTimeKind { Unspecified, Utc, Local }

entity FileAsset { string FileName; string ContentType; long Length; string Path; }

class UploadedFile {
  public string Path = "";
  public string FileName = "";
  public string ContentType = "";
  public long Length;
}

enum MidpointRounding { ToEven, AwayFromZero, ToZero, ToNegativeInfinity, ToPositiveInfinity }

entity ServiceHours {
  string Name;
  object? Zone;
  [ForeignKey(ServiceHours)] ServiceWindow[] Windows;
  [ForeignKey(ServiceHours)] ServiceException[] Exceptions;
}

entity ServiceWindow { ServiceHours? ServiceHours; DayOfWeek Day; TimeSpan Start; TimeSpan End; }

entity ServiceException {
  ServiceHours? ServiceHours;
  object? From;
  object? To;
  bool IsClosed;
  TimeSpan? Start;
  TimeSpan? End;
  string Reason;
}

class RenderedEmail { public string Subject = ""; public string? Html; public string? Text; }

class ApiAuth { public bool Anonymous; public bool ApiKey; public bool Bearer; }

class Endpoint {
  public object Function;
  public HttpMethod Method = HttpMethod.Get;
  public string Path = "";
  public bool Raw;
  public List<string> Query = [];
  public List<object> Headers = [];
  public string ContentType = "";
  public int SuccessStatus = 200;
  public string OidcIssuer = "";
  Endpoint(object function) { Function = function; }
}

class Crud<T> { public List<CrudOp>? Operations; }

class RestApi {
  public string Name = "";
  public string Route = "";
  public ApiAuth Auth = new ApiAuth();
  public List<object> Expose = [];
  public List<Endpoint> Endpoints = [];
  RestApi(string name) { Name = name; }
}

class ApiAnswer { public int StatusCode; public string Body = ""; }

class Visitor { public string Id = ""; }

abstract class Event { public virtual string Sentence() { return Events.Label(this); } }

class EventInfo { public string Type = ""; public string Label = ""; }

class SettingsLink {
  public string Label = "";
  public string To = "";
  public string Group = "";
  public object? Icon;
  public int Order;
  public bool Shown = true;
  public string Hint = "";
  public string Description = "";
}

interface ISettingsProvider { SettingsLink[] Sections(); }

class Secret {
  public string Name = "";
  Secret(string name) { Name = name; }
}

class FormBody {
  public List<string> Parts = [];
  public void Add(string name, string value) {
    Parts.Add(Uri.EscapeDataString(name) + "=" + Uri.EscapeDataString(value));
  }
  public void AddOptional(string name, string? value) { if (value != null) { Add(name, value!); } }
  public void AddLong(string name, long value) { Add(name, Convert.ToString(value)); }
  public void AddBool(string name, bool value) { Add(name, value ? "true" : "false"); }
  public void AddList(string name, List<string> values) {
    for (var i = 0; i < values.Count; i++) { Add(name + "[" + i + "]", values[i]); }
  }
  public void AddMap(string name, Dictionary<string, string> values) {
    foreach (var key in values.Keys.OrderBy(k => k)) { Add(name + "[" + key + "]", values[key]); }
  }
  public string Encode() => string.Join("&", Parts);
}
"""

NAMES = frozenset(re.findall(r"^(?:abstract )?(?:class|enum|entity|interface) (\w+)", TEXT, re.MULTILINE))
"""What the text declares: known without parsing it, which is done only when one of them is asked for."""
